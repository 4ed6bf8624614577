export async function send(email: unknown): Promise<boolean> {
  try {
    const response = await fetch('/api/subscribe', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ email }),
      redirect: 'error',
    });
    return response.ok;
  } catch {
    return false;
  }
}
