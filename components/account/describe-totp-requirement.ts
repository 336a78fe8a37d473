import type { SignInMethods } from '@/lib/auth/sign-in-methods'

/** Says why someone can open only their account page, and what to do. */
export function describeTotpRequirement({
  provider,
  hasPasswords,
  totpRequiredOf,
}: SignInMethods): string {
  const requirement =
    totpRequiredOf === 'everyone'
      ? 'This server requires a second factor.'
      : 'This server requires a second factor for admins.'
  if (!hasPasswords)
    return `${requirement} Set one up at ${provider}, then sign out and sign in again.`
  const providerSentence = provider === null ? '' : ` A second factor at ${provider} also counts.`
  return `${requirement} Turn on codes below to continue.${providerSentence}`
}
