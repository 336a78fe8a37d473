import type { Mutation } from './mutation'

const session = (name: string) => ({ file: 'lib/auth/server/sessions.db.test.ts', name })
const work = (name: string) => ({ file: 'lib/auth/server/sign-in-work.db.test.ts', name })
const totp = (name: string) => ({ file: 'lib/auth/server/totp.db.test.ts', name })
const account = (name: string) => ({ file: 'lib/auth/server/account.db.test.ts', name })
const chosen = (where: string) => ({
  file: 'lib/projects/server/chosen-passwords.db.test.ts',
  name: 'is not common, not leaked, and not one',
  only: `a password that is chosen ${where} is not common, not leaked, and not one's own name`,
})

/** At the door: passwords, codes, and guesses at them. */
export const passwordMutations: readonly Mutation[] = [
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
    to: '  await forgiveGuesses(guessed, address)\n  // Guesses at the code are guesses at the account',
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
    from: 'if (guessesLog10 >= guessesLog10Least &&',
    to: 'if (guessesLog10 >= 0 &&',
    test: { file: 'lib/auth/server/password-strength.test.ts', name: '%s is refused' },
    why: 'The commonest are guessed within any limit.',
  },
  {
    name: 'the list of leaked passwords is not looked at',
    file: 'lib/auth/server/password-strength.ts',
    from: ' && !isLeaked(password)) return',
    to: ') return',
    test: {
      file: 'lib/auth/server/leaked-passwords.test.ts',
      name: '%s is refused, which nothing but the list tells from a good one',
    },
    why: 'Whoever guesses begins with what has leaked.',
  },
  {
    name: 'a leaked password is taken when it is capitalised otherwise',
    file: 'lib/auth/server/leaked-passwords.ts',
    from: 'leaked.has(password.toLowerCase())',
    to: 'leaked.has(password)',
    test: {
      file: 'lib/auth/server/leaked-passwords.test.ts',
      name: 'they stand there in whatever case',
    },
    why: 'A capital letter at the front is the first thing that is tried.',
  },
  {
    name: 'the last bytes of the list are lost',
    file: 'lib/auth/server/leaked-passwords.ts',
    from: 'at < bytes.length;',
    to: 'at < bytes.length / 2;',
    test: {
      file: 'lib/auth/server/leaked-passwords.test.ts',
      name: 'the commonest of those that are long enough are on the list, and ten times as many',
    },
    why: 'Half a list looks like a whole one.',
  },
  {
    name: 'a password that is chosen on the account page is not looked at',
    file: 'lib/auth/server/account-commands.ts',
    from: '    refuseCommonPassword(password, person)\n',
    to: '',
    test: chosen('on the account page'),
    why: 'Every place where one is chosen is a way around the others.',
  },
  {
    name: 'a password that is chosen by a link is not looked at',
    file: 'lib/auth/server/reset-commands.ts',
    from: '    refuseCommonPassword(password, { name, email })\n',
    to: '',
    test: chosen('by a link'),
    why: 'Every place where one is chosen is a way around the others.',
  },
  {
    name: 'a password that is chosen by an invite is not looked at',
    file: 'lib/projects/server/accept-invite.ts',
    from: "  refuseCommonPassword(password, { email, name }, 'account.password')\n",
    to: '',
    test: chosen('by an invite'),
    why: 'Every place where one is chosen is a way around the others.',
  },
  {
    name: 'a password that is chosen at the terminal of the host is not looked at',
    file: 'lib/auth/server/commands.ts',
    from: '    refuseCommonPassword(password, { name, email })\n',
    to: '',
    test: chosen('at the terminal of the host'),
    why: 'Every place where one is chosen is a way around the others.',
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
