import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { TokenSet } from 'openid-client'
import type { OidcSettings } from '@/lib/platform/server/env'

/** All that leaves here of what a provider says. */
export interface OidcProfile {
  iss: string
  sub: string
  email?: string | undefined
  email_verified?: unknown
  amr?: unknown
  acr?: unknown
}

/**
 * The provider of the settings, as next-auth wants it: found by its own document, with PKCE, state and nonce. What it
 * says comes from the signed ID token; the e-mail address from its user info where the token leaves it out, which counts
 * only for the same subject: the client sees to that. How someone signed in there comes from the token alone.
 */
export function makeOidcProvider(settings: OidcSettings): OAuthConfig<OidcProfile> {
  const { issuer, clientId, clientSecret, name, strongAcr } = settings
  // Many say an acr only to whom asks for one. They may give another all the same.
  const acrParams = strongAcr.length > 0 ? { acr_values: strongAcr.join(' ') } : {}
  return {
    ...{ id: 'oidc', type: 'oauth', name, clientId, clientSecret },
    wellKnown: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile', ...acrParams } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    userinfo: {
      async request({ client, tokens }) {
        // What the client made of the answer, after it looked at signature, audience and nonce.
        const tokenSet = tokens as TokenSet
        const claims = tokenSet.claims()
        // The client holds the token to what the provider's document says; nothing yet to what the settings say.
        if (withoutSlash(claims.iss) !== withoutSlash(issuer))
          throw new Error('The provider’s issuer is another issuer than STEPMARK_OIDC_ISSUER')
        const isComplete = claims.email !== undefined && claims.email_verified !== undefined
        // Address and whether it is verified from one place: two halves may be of two addresses.
        const { email, email_verified } =
          isComplete || !client.issuer.metadata.userinfo_endpoint
            ? claims
            : await client.userinfo(tokenSet)
        const { iss, sub, amr, acr } = claims
        return { iss, sub, email, email_verified, amr, acr }
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  }
}

/**
 * Whether a provider says that a second factor was used there: by `mfa` among the methods (RFC 8176), or by a word that the
 * settings name. Anything else, and nothing at all, says no.
 */
export function provesSecondFactor(
  { amr, acr }: { amr?: unknown; acr?: unknown },
  strongAcr: readonly string[],
): boolean {
  return (Array.isArray(amr) && amr.includes('mfa')) || strongAcr.some((word) => word === acr)
}

/** Some write one at the end of their address, and people leave it out. */
const withoutSlash = (address: string) => address.replace(/\/$/, '')
