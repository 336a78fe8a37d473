import type { PlantedBug } from './planted-bug'

const session = (name: string) => ({ file: 'lib/auth/server/sessions.db.test.ts', name })
const work = (name: string) => ({ file: 'lib/auth/server/sign-in-work.db.test.ts', name })
const totp = (name: string) => ({ file: 'lib/auth/server/totp.db.test.ts', name })
const account = (name: string) => ({ file: 'lib/auth/server/account.db.test.ts', name })

/** At the door: passwords, codes, and guesses at them. */
export const passwordBugs: readonly PlantedBug[] = [
  {
    name: 'no password is hashed for an unknown account',
    file: 'lib/auth/server/passwords.ts',
    from: '  const matches = await verify(',
    to: '  if (storedHash === null) return false\n  const matches = await verify(',
    test: {
      file: 'lib/auth/server/passwords.test.ts',
      name: 'without an account it takes as long',
    },
    why: 'The time would tell who has an account.',
  },
  {
    name: 'a disabled account costs no hash',
    file: 'lib/auth/server/sign-in.ts',
    from: '  const matches = await verifyPassword(isActive',
    to: "  if (user?.disabledAt) return { kind: 'refused' }\n  const matches = await verifyPassword(isActive",
    test: work('costs one hash of the full cost, whether there is such an account or not'),
    why: 'The time would tell that there is one.',
  },
  {
    name: 'a password longer than any costs no hash',
    file: 'lib/auth/server/sign-in.ts',
    from: '    await verifyPassword(null, credentials.password.slice(0, passwordMaxLength))\n',
    to: '',
    test: work('costs one hash of the full cost, whether there is such an account or not'),
    why: 'Every refusal looks the same from outside.',
  },
  {
    name: 'a password is looked at past the limit',
    file: 'lib/auth/server/sign-in.ts',
    from: '  if (retryAfterSeconds !== null) return',
    to: '  await verifyPassword(null, credentials.password)\n  if (retryAfterSeconds !== null) return',
    test: work('costs no hash at all past the limit'),
    why: 'Guessing would keep the processors busy.',
  },
  {
    name: 'the dummy hash is cheap',
    file: 'lib/auth/server/passwords.ts',
    from: 'dummyHash ??= hashPassword(dummyPassword)',
    to: 'dummyHash ??= hash(dummyPassword, { memoryCost: 64, timeCost: 1 })',
    test: {
      file: 'lib/auth/server/passwords.test.ts',
      name: 'without an account a hash of the same cost is verified',
    },
    why: 'The same.',
  },
  {
    name: 'guesses are not counted',
    file: 'lib/auth/server/guesses.ts',
    from: '  if (!refusal) return null\n',
    to: '  if (!refusal || refusal.retryAfterSeconds > 0) return null\n',
    test: session('is refused past the limit, even with the right password'),
    why: 'Passwords can be guessed.',
  },
  {
    name: 'guesses of an address are not counted',
    file: 'lib/auth/server/guesses.ts',
    from: 'const atAddress = address === null ? null : await takePoint(byAddress, address)',
    to: 'const atAddress = address === null ? null : null',
    test: session('is refused past the limit of an address, even for an account nobody guessed at'),
    why: 'One common password against many accounts.',
  },
  {
    name: 'a code of the device works twice',
    file: 'lib/auth/server/second-factor.ts',
    from: '${userId}::uuid and last_step < ${step} and sealed_secret',
    to: '${userId}::uuid and sealed_secret',
    test: totp(
      'takes a code once, also of two that come at the same time, and none from before it',
    ),
    why: 'Who looks over a shoulder has half a minute.',
  },
  {
    name: 'a recovery code works twice',
    file: 'lib/auth/server/second-factor.ts',
    from: '${hashRecoveryCode(code)} and used_at is null',
    to: '${hashRecoveryCode(code)}',
    test: totp('takes a recovery code once, however it is written'),
    why: 'Each is good for once.',
  },
  {
    name: 'no code is asked for',
    file: 'lib/auth/server/sign-in.ts',
    from: 'if (user.totp?.confirmedAt) {',
    to: 'if (user.totp?.confirmedAt && credentials.code) {',
    test: totp('asks for a code only after a right password, and then takes it'),
    why: 'The second factor is no choice of who signs in.',
  },
  {
    name: 'a right password forgives guesses at the code',
    file: 'lib/auth/server/sign-in.ts',
    from: '  // Guesses at the code are guesses at the account',
    to: '  await forgiveGuesses(email, address)\n  // Guesses at the code are guesses at the account',
    test: totp('guesses at the code are limited like those at the password'),
    why: 'A million codes are few.',
  },
  {
    name: 'a new password needs no old one',
    file: 'lib/auth/server/account-commands.ts',
    from: "    await provePassword(db, person, current, 'current')\n",
    to: '',
    test: account('needs the one that is there'),
    why: 'Whoever finds a browser open would have the account.',
  },
  {
    name: 'a common password is taken',
    file: 'lib/auth/server/password-strength.ts',
    from: 'if (guessesLog10 >= guessesLog10Least) return',
    to: 'if (guessesLog10 >= 0) return',
    test: account('is not one of the first that are guessed'),
    why: 'The commonest are guessed within any limit.',
  },
  {
    name: 'tokens of who waited in an account go on after a link of an admin’s',
    file: 'lib/auth/server/reset-commands.ts',
    from: '    else if (isUnproved) await endWaysIn(db, userId)\n',
    to: '',
    test: {
      file: 'lib/auth/server/reset-commands.db.test.ts',
      name: 'of an account whose address nobody proved ends all that was there',
    },
    why: 'Whoever made the account for another’s address would go on beside its owner.',
  },
]
