/** Monaco, as its own chunk: only what a small IDE needs of its features and languages. Imported lazily by `editor-view.tsx`. */
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/format/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/gotoLine/register';
import 'monaco-editor/features/gotoSymbol/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/lineSelection/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/links/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/parameterHints/register';
import 'monaco-editor/features/quickCommand/register';
import 'monaco-editor/features/quickHelp/register';
import 'monaco-editor/features/rename/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/unicodeHighlighter/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/css/register';
import 'monaco-editor/languages/definitions/dockerfile/register';
import 'monaco-editor/languages/definitions/html/register';
import 'monaco-editor/languages/definitions/ini/register';
import 'monaco-editor/languages/definitions/javascript/register';
import 'monaco-editor/languages/definitions/less/register';
import 'monaco-editor/languages/definitions/markdown/register';
import 'monaco-editor/languages/definitions/python/register';
import 'monaco-editor/languages/definitions/scss/register';
import 'monaco-editor/languages/definitions/shell/register';
import 'monaco-editor/languages/definitions/sql/register';
import 'monaco-editor/languages/definitions/typescript/register';
import 'monaco-editor/languages/definitions/xml/register';
import 'monaco-editor/languages/definitions/yaml/register';
import 'monaco-editor/languages/features/css/register';
import 'monaco-editor/languages/features/html/register';
import 'monaco-editor/languages/features/json/register';
import * as typescript from 'monaco-editor/languages/features/typescript/register';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import CssWorker from 'monaco-editor/languages/features/css/css.worker?worker';
import HtmlWorker from 'monaco-editor/languages/features/html/html.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';

export { monaco };

const workers: { [label: string]: new () => Worker } = {
  css: CssWorker, scss: CssWorker, less: CssWorker, html: HtmlWorker, json: JsonWorker, javascript: TypeScriptWorker, typescript: TypeScriptWorker,
};
globalThis.MonacoEnvironment = { getWorker: (_id, label) => new (workers[label] ?? EditorWorker)() };

/** "Bundler", which Monaco's own enumeration lacks; with its `NodeJs` the worker answers with values that cannot be sent, and diagnostics never return. */
const BUNDLER_RESOLUTION = 100;

for (const defaults of [typescript.typescriptDefaults, typescript.javascriptDefaults]) {
  defaults.setCompilerOptions({
    target: typescript.ScriptTarget.ESNext, module: typescript.ModuleKind.ESNext, moduleResolution: BUNDLER_RESOLUTION as number,
    allowJs: true, allowNonTsExtensions: true, esModuleInterop: true, jsx: typescript.JsxEmit.ReactJSX, noEmit: true,
  });
  // Only open files have models, so every import of another file would be marked as an error that is none.
  defaults.setDiagnosticsOptions({ noSemanticValidation: true, noSuggestionDiagnostics: true, noSyntaxValidation: false });
}

monaco.editor.defineTheme('tabloom-light', {
  base: 'vs', inherit: true, rules: [],
  colors: { 'editor.background': '#fbfcfa', 'editor.foreground': '#1b2421', 'editorLineNumber.foreground': '#5d6a65', 'editorCursor.foreground': '#0b6f60', focusBorder: '#0b6f60', 'editor.selectionBackground': '#b9dcd3' },
});
monaco.editor.defineTheme('tabloom-dark', {
  base: 'vs-dark', inherit: true, rules: [],
  colors: { 'editor.background': '#131817', 'editor.foreground': '#e4eae7', 'editorLineNumber.foreground': '#8b9a94', 'editorCursor.foreground': '#5ccfb6', focusBorder: '#5ccfb6', 'editor.selectionBackground': '#2f5a50' },
});
