import { unsupportedFileGenerators, malformedGzipGenerators } from './malformed-binary-files'
import { malformedContentGenerators } from './malformed-content'
import type { MalformedFileGenerators } from './malformed-file'
import { malformedTableGenerators } from './malformed-tables'
import { malformedTextGenerators } from './malformed-text'

/** All kinds of files that an import must reject with a reason. */
export const allMalformedFileGenerators: MalformedFileGenerators = {
  ...malformedTextGenerators,
  ...malformedContentGenerators,
  ...malformedTableGenerators,
  ...malformedGzipGenerators,
  ...unsupportedFileGenerators,
}
