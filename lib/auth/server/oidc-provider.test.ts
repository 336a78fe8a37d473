import { expect, test } from 'vitest'
import { makeOidcProvider } from './oidc-provider'

const issuer = 'https://id.example.org/realm'
const settings = { issuer, clientId: 'stepmark', clientSecret: 'a secret', name: 'Example' }
const claims = { sub: 'mei', email: 'mei@example.org', email_verified: true }

async function ask(said: object, configured = issuer) {
  const { userinfo } = makeOidcProvider({ ...settings, issuer: configured })
  const { request } = userinfo as { request(given: object): Promise<unknown> }
  return request({ client: { issuer: { metadata: {} } }, tokens: { claims: () => said } })
}

test('state, nonce and PKCE are asked for, of the issuer of the settings', () => {
  const provider = makeOidcProvider(settings)
  expect(provider.checks).toEqual(['pkce', 'state', 'nonce'])
  expect(provider.idToken).toBe(true)
  expect(provider.wellKnown).toBe(`${issuer}/.well-known/openid-configuration`)
})

test('what is said comes from that issuer, with or without a slash at its end', async () => {
  const iss = `${issuer}/`
  expect(await ask({ ...claims, iss })).toEqual({ ...claims, iss })
  expect(await ask({ ...claims, iss: issuer }, iss)).toEqual({ ...claims, iss: issuer })
})

test.each(['https://evil.example', 'https://id.example.org', `${issuer}/other`, `${issuer}//`])(
  'a provider whose document names %s is not believed',
  async (iss) => {
    await expect(ask({ ...claims, iss })).rejects.toThrow('another issuer')
  },
)
