/** Name of the sample, of its folder below `/home`, and its id where it was the first project. Apart from its files, which come later. */
export const SAMPLE_NAME = 'corner-shop';
