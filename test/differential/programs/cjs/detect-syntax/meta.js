const u = import.meta.url; export { u };
