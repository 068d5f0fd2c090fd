/** The service compares categories so. */
export function foldCategory(category: string): string {
  return category.trim().toLowerCase()
}
