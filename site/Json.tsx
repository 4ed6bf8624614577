/** Data for scripts: no script itself, whatever is in it. */
export function JsonScript({
  data,
  id,
  type = 'application/json',
}: {
  data: object;
  id?: string;
  type?: string;
}) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}
