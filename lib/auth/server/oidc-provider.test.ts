import { expect, test } from 'vitest'
import { makeOidcProvider, hasSecondFactorClaim } from './oidc-provider'

const issuer = 'https://id.example.org/realm'
const settings = {
  issuer,
  clientId: 'stepmark',
  clientSecret: 'a secret',
  name: 'Example',
  strongAcr: [] as string[],
}
const claims = { sub: 'mei', email: 'mei@example.org', email_verified: true }

async function readProfile(
  tokenClaims: object,
  configured = issuer,
  atUserinfo: object | null = null,
) {
  const { userinfo } = makeOidcProvider({ ...settings, issuer: configured })
  const { request } = userinfo as { request(parameters: object): Promise<unknown> }
  const metadata = atUserinfo ? { userinfo_endpoint: `${issuer}/me` } : {}
  const client = { issuer: { metadata }, userinfo: () => Promise.resolve(atUserinfo) }
  return request({ client, tokens: { claims: () => tokenClaims } })
}

test('requests a sign-in with state, nonce and PKCE from the issuer in the settings', () => {
  const provider = makeOidcProvider(settings)
  expect(provider.checks).toEqual(['pkce', 'state', 'nonce'])
  expect(provider.idToken).toBe(true)
  expect(provider.wellKnown).toBe(`${issuer}/.well-known/openid-configuration`)
})

test('accepts claims of the issuer in the settings, with or without a trailing slash', async () => {
  const iss = `${issuer}/`
  expect(await readProfile({ ...claims, iss })).toEqual({ ...claims, iss })
  expect(await readProfile({ ...claims, iss: issuer }, iss)).toEqual({ ...claims, iss: issuer })
})

test.each(['https://evil.example', 'https://id.example.org', `${issuer}/other`, `${issuer}//`])(
  'rejects claims whose issuer is %s instead of the one in the settings',
  async (iss) => {
    await expect(readProfile({ ...claims, iss })).rejects.toThrow(
      'differs from STEPMARK_OIDC_ISSUER',
    )
  },
)

test('reads amr and acr from the signed ID token, and ignores those of the user info', async () => {
  const { sub } = claims
  const profile = await readProfile({ iss: issuer, sub, amr: ['pwd'], acr: '1' }, issuer, {
    ...claims,
    amr: ['mfa'],
    acr: 'gold',
  })
  expect(profile).toEqual({ ...claims, iss: issuer, amr: ['pwd'], acr: '1' })
})

test('requests the acr values in the settings, or none if there are none', () => {
  const acr_values = (strongAcr: string[]) =>
    makeOidcProvider({ ...settings, strongAcr }).authorization
  expect(acr_values([])).toEqual({ params: { scope: 'openid email profile' } })
  expect(acr_values(['gold', 'urn:x:2'])).toEqual({
    params: { scope: 'openid email profile', acr_values: 'gold urn:x:2' },
  })
})

test.each([
  [{ amr: ['pwd', 'otp', 'mfa'] }, true],
  [{ amr: ['mfa'], acr: '0' }, true],
  [{ acr: 'gold' }, true],
  [{ acr: 'urn:x:2', amr: ['pwd'] }, true],
  [{}, false],
  [{ amr: ['pwd'] }, false],
  [{ amr: ['pwd', 'otp'] }, false],
  [{ amr: ['mfa2', 'MFA'] }, false],
  [{ amr: 'mfa' }, false],
  [{ amr: { 0: 'mfa' } }, false],
  [{ amr: [['mfa']] }, false],
  [{ acr: 'silver' }, false],
  [{ acr: ['gold'] }, false],
  [{ acr: 'mfa' }, false],
  [{ amr: ['gold'] }, false],
] as const)('claims %j prove a second factor: %s', (tokenClaims, isStrong) => {
  expect(hasSecondFactorClaim(tokenClaims, ['gold', 'urn:x:2'])).toBe(isStrong)
})

test('does not accept an acr claim as a second factor if the settings have no acr values', () => {
  for (const acr of ['gold', '', undefined, null])
    expect(hasSecondFactorClaim({ acr }, [])).toBe(false)
})
