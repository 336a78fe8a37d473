import { tryStorage } from './try-storage'

const prefix = 'stepmark:text:'
/** The beginning of the keys of the signed-in user's texts. */
let ownPrefix = prefix

/**
 * Stores unfinished text for this tab, so that a reload does not lose it. Empty text deletes the item. Does nothing where
 * the browser stores nothing.
 *
 * @param name says what the text is for, such as `return/<annotation id>`
 */
export function storeUnfinishedText(name: string, text: string): void {
  tryStorage(() => {
    if (text === '') sessionStorage.removeItem(ownPrefix + name)
    else sessionStorage.setItem(ownPrefix + name, text)
  })
}

export function readUnfinishedText(name: string): string | null {
  return tryStorage(() => sessionStorage.getItem(ownPrefix + name)) ?? null
}

/** The stored texts whose names begin with `namePrefix`, by the rest of the name. */
export function listUnfinishedTexts(namePrefix: string): readonly (readonly [string, string])[] {
  const keyPrefix = ownPrefix + namePrefix
  return (tryStorage(() => Object.entries<string>(sessionStorage)) ?? [])
    .filter(([key]) => key.startsWith(keyPrefix))
    .map(([key, text]) => [key.slice(keyPrefix.length), text] as const)
}

interface AnnotatedSolution {
  solution: string
  revision: number
}

const makeSolutionPrefix = (solution: string) => `annotation/${solution}/`

/** The beginning of the names of an annotator's texts, which survive a lost lease, but not a repair of the steps. */
export const makeAnnotationTextName = ({ solution, revision }: AnnotatedSolution) =>
  makeSolutionPrefix(solution) + revision

/** Deletes the annotator's texts of a finished solution. */
export const deleteAnnotationTexts = (solution: string) =>
  deleteItems(ownPrefix + makeSolutionPrefix(solution))

/** Sets whose texts this tab stores, and deletes those of others. Call it before texts are read or stored. */
export function setTextOwner(userId: string): void {
  const userPrefix = `${prefix}${userId}:`
  deleteItems(prefix, userPrefix)
  ownPrefix = userPrefix
}

/** Deletes all that this tab stores, also secrets of links. Call it after a sign-out, but not before a sign-in by a link. */
export const deleteTabStorage = () => deleteItems('stepmark:')

function deleteItems(keyPrefix: string, exceptPrefix?: string): void {
  tryStorage(() => {
    for (const key of Object.keys(sessionStorage)) {
      const isException = exceptPrefix !== undefined && key.startsWith(exceptPrefix)
      if (key.startsWith(keyPrefix) && !isException) sessionStorage.removeItem(key)
    }
  })
}
