await null; throw null;
