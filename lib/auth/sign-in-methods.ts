/** What the door and the account page offer, and ask for. */
export interface SignInMethods {
  /** What the provider is called; null where there is none. */
  provider: string | null
  hasPasswords: boolean
  /** Who gets no further than their account without a second factor. */
  codesRequiredOf: 'none' | 'admins' | 'everyone'
}
