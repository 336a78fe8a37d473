import type { SignInWays } from '@/lib/auth/sign-in-ways'

/** For who may go no further than their account: what is asked of them, and what to do. */
export function describeDemand({ provider, hasPasswords, codesRequiredOf }: SignInWays): string {
  const asked =
    codesRequiredOf === 'everybody'
      ? 'Everybody signs in with a second factor here.'
      : 'You are an admin, and admins sign in with a second factor here.'
  if (!hasPasswords)
    return `${asked} ${provider} did not say that you used one there. Set one up at ${provider}, sign out, and sign in anew: everything else opens then.`
  const instead =
    provider === null ? '' : ` A second factor that you use at ${provider} will do as well.`
  return `${asked} Switch codes on below: everything else opens once they are.${instead}`
}
