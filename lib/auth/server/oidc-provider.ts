import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { TokenSet } from 'openid-client'
import type { OidcSettings } from '@/lib/platform/server/env'

/** All that leaves here of what a provider says. */
export interface OidcProfile {
  iss: string
  sub: string
  email?: string | undefined
  email_verified?: unknown
}

/**
 * The provider of the settings, as next-auth wants it: found by its own document, with PKCE, state and nonce. What it
 * says comes from the signed ID token; the e-mail address from its user info where the token leaves it out, which counts
 * only for the same subject: the client sees to that.
 */
export function makeOidcProvider(settings: OidcSettings): OAuthConfig<OidcProfile> {
  const { issuer, clientId, clientSecret, name } = settings
  return {
    ...{ id: 'oidc', type: 'oauth', name, clientId, clientSecret },
    wellKnown: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    userinfo: {
      async request({ client, tokens }) {
        // What the client made of the answer, after it looked at signature, audience and nonce.
        const checked = tokens as TokenSet
        const claims = checked.claims()
        // The client holds the token to what the provider's document says; nothing yet to what the settings say.
        if (withoutSlash(claims.iss) !== withoutSlash(issuer))
          throw new Error('The provider says that it is another issuer than STEPMARK_OIDC_ISSUER')
        const isWhole = claims.email !== undefined && claims.email_verified !== undefined
        // Address and whether it is verified from one place: two halves may be of two addresses.
        const { email, email_verified } =
          isWhole || !client.issuer.metadata.userinfo_endpoint
            ? claims
            : await client.userinfo(checked)
        return { iss: claims.iss, sub: claims.sub, email, email_verified }
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  }
}

/** Some write one at the end of their address, and people leave it out. */
const withoutSlash = (address: string) => address.replace(/\/$/, '')
