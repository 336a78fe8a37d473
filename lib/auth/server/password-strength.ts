import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '@/lib/platform/errors'
import { isLeakedPassword, loadLeakedPasswords } from './leaked-passwords'

/** Attempts that a password must withstand, as a power of ten: more than the sign-in limits allow. */
const minGuessesLog10 = 8

/** Checked length. The check blocks the server, and its cost grows fast, to seconds at 256 characters. */
const maxCheckedLength = 72

let factory: ZxcvbnFactory | null = null

/**
 * Loads the lists of passwords once, which takes half a second, and more on a busy machine. Call it before the transaction in
 * which a password is checked, or extend the transaction first: PostgreSQL ends one that pauses for 2 s.
 */
export function loadPasswordLists(): ZxcvbnFactory {
  factory ??= new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: maxCheckedLength,
  })
  loadLeakedPasswords()
  return factory
}

/**
 * Throws `invalid_input` for a password that is easy to guess: common, leaked, keyboard patterns, repeats, or the
 * person's own name or address. Length is the only other rule. `field` is the field of the call.
 */
export function rejectCommonPassword(
  password: string,
  person: { name: string; email: string },
  field = 'password',
): void {
  const ownWords = `${person.name} ${person.email} stepmark`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const { guessesLog10 } = loadPasswordLists().check(password, [...ownWords, person.email])
  if (guessesLog10 >= minGuessesLog10 && !isLeakedPassword(password)) return
  throw new AppError('invalid_input', 'This password is easy to guess. Choose a different one.', {
    issues: [
      {
        location: field,
        reason:
          'This password is common, leaked, or contains your name or a pattern. Use several unrelated words.',
      },
    ],
  })
}
