/** What the sign-in page and the account page offer and require. */
export interface SignInMethods {
  /** Name of the provider; null if there is none. */
  provider: string | null
  hasPasswords: boolean
  /** Who can only open their account without a second factor. */
  codesRequiredOf: 'none' | 'admins' | 'everyone'
}
