await import('@scope/not-installed');
