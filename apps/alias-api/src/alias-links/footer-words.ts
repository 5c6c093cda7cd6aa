/** The words of a footer, by which one is found again in what a reply quotes. */
export const footerWords = {
  title: 'Forwarded by Waypost from the alias',
  disable: 'Disable this alias',
  extend: 'Extend this alias',
}
