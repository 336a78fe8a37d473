/** What the sign-in page and the account page offer and require. */
export interface SignInMethods {
  /** Name of the provider; null if there is none. */
  provider: string | null
  hasPasswords: boolean
  /** The people who can only open their account page until they have a second factor. */
  totpRequiredOf: 'none' | 'admins' | 'everyone'
}
