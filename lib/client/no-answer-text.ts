/** Also true if the server can be reached but is overloaded, or restarts behind a proxy. */
export const noAnswerText = 'Can’t get an answer from the server.'
