/** A configuration that only names others (`"files": []` and `references`): without `-b` tsc would check nothing and report success. */
export function isSolution(tsconfig: string | undefined): boolean {
  if (tsconfig === undefined) return false;
  const code = tsconfig.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : ''));
  return /"references"\s*:\s*\[\s*\{/.test(code) && /"files"\s*:\s*\[\s*\]/.test(code);
}
