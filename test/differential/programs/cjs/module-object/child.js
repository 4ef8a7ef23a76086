module.exports = { id: module.id, loadedWhen: module.loaded, parentIsMain: module.parent === require.main };
