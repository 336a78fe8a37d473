/** In a file without schemas, for the form that says it before the server does. */
export const summaryMaxLength = 500
