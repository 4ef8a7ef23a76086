/** Folder in the project that belongs to the app: the host's own files, its mail and the full logs. Not part of tree, search, git or export. */
export const HOST_FOLDER = '.tabloom';
