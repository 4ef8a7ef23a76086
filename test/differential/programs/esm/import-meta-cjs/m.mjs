export default import.meta.main;
