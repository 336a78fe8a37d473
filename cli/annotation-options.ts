import { InvalidArgumentError } from 'commander'
import { appendCommaSeparatedValues } from './file-options'

/** Formats that name the annotator. */
export const annotationFileFormats = ['prm800k', 'stepmark'] as const

/** Kinds of annotations that are compared unless excluded. */
export const excludableAnnotationKinds = ['quality-control', 'screening'] as const

export interface AnnotationFileOptions {
  format: 'auto' | (typeof annotationFileFormats)[number]
  exclude?: readonly (typeof excludableAnnotationKinds)[number][]
}

export function collectExcludedAnnotationKinds(
  text: string,
  earlierKinds: NonNullable<AnnotationFileOptions['exclude']> = [],
): NonNullable<AnnotationFileOptions['exclude']> {
  const namedKinds = appendCommaSeparatedValues(text).map((name) => {
    const kind = excludableAnnotationKinds.find((kindName) => kindName === name)
    if (kind) return kind
    throw new InvalidArgumentError(
      `"${name}" is unknown. Use ${excludableAnnotationKinds.join(' or ')}.`,
    )
  })
  return [...earlierKinds, ...namedKinds]
}
