/**
 * A separate file without schemas: forms use it too, and schemas need `eval`, which the content security policy of
 * pages forbids.
 */
export const pauseMessageMaxLength = 1_000
