/** What the door and the account page offer. */
export interface SignInWays {
  /** What the provider is called; null where there is none. */
  provider: string | null
  hasPasswords: boolean
}
