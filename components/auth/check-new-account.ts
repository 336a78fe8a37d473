import { passwordMaxLength, passwordMinLength } from '@/lib/auth/password-length'

export const passwordRequirements = `${passwordMinLength} characters or more. A passphrase of several words works well.`

export interface NewAccountErrors {
  email?: string | undefined
  name?: string | undefined
  password?: string | undefined
}

/** Why a new password is not accepted; undefined if it is. */
export function findPasswordProblem(password: string): string | undefined {
  if (password === '') return `Enter a password of at least ${passwordMinLength} characters.`
  if (password.length < passwordMinLength)
    return `Use at least ${passwordMinLength} characters. This password has ${password.length}.`
  if (password.length > passwordMaxLength)
    return `Use at most ${passwordMaxLength} characters. This password has ${password.length}.`
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
    email: email.includes('@') ? undefined : 'Enter your email address.',
    name: name === '' ? 'Enter your name.' : undefined,
    password: password === undefined ? undefined : findPasswordProblem(password),
  }
}
