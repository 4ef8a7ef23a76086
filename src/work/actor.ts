/** Who does something: a running agent, an agent that the project describes, or the person. */
export interface Actor {
  id: string;
  role: string;
}

/** The person at the page, as messages, questions and histories name them. */
export const PERSON: Actor = { id: 'user', role: 'user' };
