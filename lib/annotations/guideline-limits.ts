/** In a file without schemas, so that the form can check it before the server does. */
export const guidelineSummaryMaxLength = 500
