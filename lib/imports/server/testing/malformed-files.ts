import { unsupportedFileKinds, malformedGzipKinds } from './malformed-binary-files'
import { malformedContentKinds } from './malformed-content'
import { malformedTextKinds } from './malformed-text'
import { malformedTableKinds } from './malformed-tables'
import type { FileGenerators } from './malformed-file'

/** All kinds of files that an import must reject with a reason. */
export const malformedFileKinds: FileGenerators = {
  ...malformedTextKinds,
  ...malformedContentKinds,
  ...malformedTableKinds,
  ...malformedGzipKinds,
  ...unsupportedFileKinds,
}
