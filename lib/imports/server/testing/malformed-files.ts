import { foreignFileKinds, packedFileKinds } from './malformed-bytes'
import { contentKinds } from './malformed-content'
import { textKinds } from './malformed-text'
import { tableKinds } from './malformed-tables'
import type { FileGenerators } from './malformed-file'

/** All kinds of files that an import must reject with a reason. */
export const malformedKinds: FileGenerators = {
  ...textKinds,
  ...contentKinds,
  ...tableKinds,
  ...packedFileKinds,
  ...foreignFileKinds,
}
