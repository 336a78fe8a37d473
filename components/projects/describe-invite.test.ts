import { expect, test } from 'vitest'
import {
  describeCreatedInvite,
  describeInviteMailState,
  describeInviteState,
  formatInviteName,
} from './describe-invite'
import type { Invite } from './invite'

const invite: Invite = {
  id: '01900000-0000-7000-8000-000000000000',
  email: 'ada@example.org',
  role: 'annotator',
  state: 'pending',
  mail: 'failed',
  createdBy: 'Ada Okoro',
  usedBy: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  expiresAt: '2026-11-29T10:00:00.000Z',
}

test('describeInviteState says whether an invite is pending, used, revoked or expired', () => {
  expect(describeInviteState(invite)).toMatch(/^pending until .*29/)
  expect(describeInviteState({ ...invite, state: 'used', usedBy: 'Ada Lind' })).toBe(
    'used by Ada Lind',
  )
  expect(describeInviteState({ ...invite, state: 'revoked' })).toBe('revoked')
  expect(describeInviteState({ ...invite, state: 'expired' })).toMatch(/^expired /)
})

test('describeInviteMailState says whether the email was sent, only while the invite is pending', () => {
  expect(describeInviteMailState(invite)).toMatch(/^email failed/)
  expect(describeInviteMailState({ ...invite, mail: null })).toBeNull()
  expect(describeInviteMailState({ ...invite, state: 'used', usedBy: 'Ada Lind' })).toBeNull()
})

test('a new invite says if an earlier one for its address is pending', () => {
  const describeLink = (hasOtherInvite: boolean) =>
    describeCreatedInvite('ada@example.org', { isMailed: false, hasOtherInvite })
  expect(describeLink(true)).toContain('An earlier invite for this address is still pending.')
  expect(describeLink(false)).not.toContain('earlier invite')
})

test('the name of an invite contains its address, if it has one, and its time of creation', () => {
  expect(formatInviteName(invite)).toMatch(/^for ada@example\.org of .*22/)
  expect(formatInviteName({ ...invite, email: null })).toMatch(/^of .*22/)
})
