/** Under this name the key of the model's service is kept. */
export const MODEL_KEY = 'model-key';
