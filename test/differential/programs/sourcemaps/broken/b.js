//# sourceMappingURL=data:application/json,{not json
