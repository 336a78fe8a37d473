/** ASVS 6.2: length is what counts; no rules about characters. */
export const passwordMinLength = 12
export const passwordMaxLength = 256
