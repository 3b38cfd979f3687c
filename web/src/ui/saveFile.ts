/** Give the reader a file to keep, which came by a request of the page's own: a link could not carry a seat's secret. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a browser may ask where to before it reads
}
