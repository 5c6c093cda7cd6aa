/** The pattern of `like` for texts that contain this one, whatever characters it has. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
