//# sourceMappingURL=missing.map
