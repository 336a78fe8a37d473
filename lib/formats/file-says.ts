/** Why a verdict is what it is that came with the data. */
export const fileSays = 'The file says so.'
