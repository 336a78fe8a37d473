import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { TokenSet } from 'openid-client'
import type { OidcSettings } from '@/lib/platform/server/env'

/** The claims that leave this module. */
export interface OidcProfile {
  iss: string
  sub: string
  email?: string | undefined
  email_verified?: unknown
  amr?: unknown
  acr?: unknown
}

/**
 * The configured provider for next-auth: found through its discovery document, with PKCE, state and nonce. Claims
 * come from the signed ID token. The email address may come from the user info, which must have the same subject (the
 * client checks that). The sign-in method only comes from the token.
 */
export function makeOidcProvider(settings: OidcSettings): OAuthConfig<OidcProfile> {
  const { issuer, clientId, clientSecret, name, strongAcr } = settings
  // Many providers only send an acr if it is requested. They may still send another one.
  const acrParams = strongAcr.length > 0 ? { acr_values: strongAcr.join(' ') } : {}
  return {
    id: 'oidc',
    type: 'oauth',
    name,
    clientId,
    clientSecret,
    wellKnown: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile', ...acrParams } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    userinfo: {
      async request({ client, tokens }) {
        // Claims after the client has checked signature, audience and nonce.
        const tokenSet = tokens as TokenSet
        const claims = tokenSet.claims()
        // The client checks the token against the provider's document, but not against the settings.
        if (withoutSlash(claims.iss) !== withoutSlash(issuer))
          throw new Error('The provider’s issuer differs from STEPMARK_OIDC_ISSUER')
        const isComplete = claims.email !== undefined && claims.email_verified !== undefined
        // Both fields from one source, because they might otherwise belong to two addresses.
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
 * Whether the provider reports a second factor: `mfa` among the methods (RFC 8176), or an acr value of the settings.
 * Anything else means no.
 */
export function hasSecondFactorClaim(
  { amr, acr }: { amr?: unknown; acr?: unknown },
  strongAcr: readonly string[],
): boolean {
  return (Array.isArray(amr) && amr.includes('mfa')) || strongAcr.some((word) => word === acr)
}

/** Some issuers end with a slash, and people omit it. */
const withoutSlash = (address: string) => address.replace(/\/$/, '')
