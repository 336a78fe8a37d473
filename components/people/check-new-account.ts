import { passwordMaxLength, passwordMinLength } from '@/lib/auth/password-length'

export const passwordHint = `${passwordMinLength} characters or more. Several words are good.`

export interface NewAccountErrors {
  email?: string | undefined
  name?: string | undefined
  password?: string | undefined
}

/** What is wrong with a password that somebody chooses. */
export function findPasswordProblem(password: string): string | undefined {
  if (password === '') return `Write a password of ${passwordMinLength} characters or more.`
  if (password.length < passwordMinLength)
    return `Write ${passwordMinLength} characters or more; these are ${password.length}.`
  if (password.length > passwordMaxLength)
    return `Write ${passwordMaxLength} characters at most; these are ${password.length}.`
  return undefined
}

export function checkNewAccount({
  email,
  name,
  password,
}: {
  email: string
  name: string
  password?: string
}): NewAccountErrors {
  return {
    email: email.includes('@') ? undefined : 'Write your email address.',
    name: name === '' ? 'Write the name that others will see.' : undefined,
    password: password === undefined ? undefined : findPasswordProblem(password),
  }
}
