import type { SignInMethods } from '@/lib/auth/sign-in-methods'

/** For who may go no further than their account: what is asked of them, and what to do. */
export function describeTotpRequirement({
  provider,
  hasPasswords,
  codesRequiredOf,
}: SignInMethods): string {
  const requirement =
    codesRequiredOf === 'everybody'
      ? 'Everybody signs in with a second factor here.'
      : 'You are an admin, and admins sign in with a second factor here.'
  if (!hasPasswords)
    return `${requirement} ${provider} did not say that you used one there. Set one up at ${provider}, sign out, and sign in anew: everything else opens then.`
  const instead =
    provider === null ? '' : ` A second factor that you use at ${provider} will do as well.`
  return `${requirement} Switch codes on below: everything else opens once they are.${instead}`
}
