import { InvalidArgumentError } from 'commander'
import { addCommaSeparated } from './file-options'

/** Formats that name the annotator. */
export const annotationFormats = ['prm800k', 'stepmark'] as const

/** Kinds of annotations that are compared unless excluded. */
export const excludableKinds = ['quality-control', 'screening'] as const

export interface AnnotationOptions {
  format: 'auto' | (typeof annotationFormats)[number]
  exclude?: readonly (typeof excludableKinds)[number][]
}

export function collectExcludedKinds(
  text: string,
  before: NonNullable<AnnotationOptions['exclude']> = [],
): NonNullable<AnnotationOptions['exclude']> {
  const named = addCommaSeparated(text).map((name) => {
    const kind = excludableKinds.find((kindName) => kindName === name)
    if (kind) return kind
    throw new InvalidArgumentError(`"${name}" is unknown. Use ${excludableKinds.join(' or ')}.`)
  })
  return [...before, ...named]
}
