/** In a file without schemas: forms say it too, and schemas in a page ask for `eval`, which its policy refuses. */
export const pauseMessageMaxLength = 1_000
