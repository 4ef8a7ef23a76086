/** Keeps Monaco's models in step with the open documents, in both directions. */
import type { Documents, OpenDocument } from '../../project/documents.ts';
import type { monaco as Monaco } from './monaco.ts';

export interface Models {
  /** The model of an open document; made when first asked for, with the language of its name. */
  of(document: OpenDocument): Monaco.editor.ITextModel;
  dispose(): void;
}

interface Held { model: Monaco.editor.ITextModel; revision: number; listener: Monaco.IDisposable }

/** @param root absolute path of the project, so that model addresses are those of the files. */
export function createModels(monaco: typeof Monaco, documents: Documents, root: string): Models {
  const held = new Map<string, Held>();
  /** Set while the store's text is put into a model: that change must not come back as an edit of the person. */
  let applying = false;

  const follow = (): void => {
    const { open } = documents.store.getState();
    const paths = new Set(open.map(({ path }) => path));
    for (const [path, { model, listener }] of held) {
      if (paths.has(path)) continue;
      listener.dispose();
      model.dispose();
      held.delete(path);
    }
    for (const document of open) {
      const entry = held.get(document.path);
      if (!entry || entry.revision === document.revision) continue;
      entry.revision = document.revision;
      replace(entry.model, document.text);
    }
  };

  /** As an edit, so that undo can bring back what was there. */
  const replace = (model: Monaco.editor.ITextModel, text: string): void => {
    if (model.getValue() === text) return;
    applying = true;
    try {
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
    } finally {
      applying = false;
    }
  };

  const unsubscribe = documents.store.subscribe(follow);
  return {
    of(document) {
      const known = held.get(document.path);
      if (known) return known.model;
      const uri = monaco.Uri.file(`${root}/${document.path}`);
      const model = monaco.editor.getModel(uri) ?? monaco.editor.createModel(document.text, undefined, uri);
      // A new model is without the byte order mark. It is put back as no edit of its own: Ctrl Z would take it out of the file.
      if (model.getValue() !== document.text) model.applyEdits([{ range: model.getFullModelRange(), text: document.text }]);
      const { path } = document;
      const listener = model.onDidChangeContent(() => { if (!applying) documents.edit(path, model.getValue()); });
      held.set(path, { model, revision: document.revision, listener });
      return model;
    },
    dispose() {
      unsubscribe();
      for (const { model, listener } of held.values()) {
        listener.dispose();
        model.dispose();
      }
      held.clear();
    },
  };
}
