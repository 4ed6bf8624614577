let isFollowed = false;

/**
 * Keeps React's texts alive on a page that the browser translates (Chrome, Edge): its elements take their place, so
 * that React would change a text unseen ("The site is closed" after it has opened), or fail to remove it. Before either,
 * the text returns to its place, where the browser translates it again. Once is enough.
 */
export function followTranslation(): void {
  if (isFollowed) return;
  isFollowed = true;
  const standIns = new WeakMap<Node, ChildNode>();
  const seen = (records: MutationRecord[]) => {
    for (const { addedNodes, removedNodes } of records)
      if (removedNodes[0] instanceof Text && addedNodes[0])
        standIns.set(removedNodes[0], addedNodes[0] as ChildNode);
  };
  const observer = new MutationObserver(seen);
  observer.observe(document.body, { childList: true, subtree: true });
  const bringBack = (node: Node | null) => {
    seen(observer.takeRecords());
    if (node instanceof Text && !node.isConnected) standIns.get(node)?.replaceWith(node);
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(this: Text, text: string) {
      bringBack(this);
      value?.set?.call(this, text);
    },
  });
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function (this: Node, node, before) {
    bringBack(before);
    return insertBefore.call(this, node, before) as typeof node;
  };
  Node.prototype.removeChild = function (this: Node, child) {
    bringBack(child);
    return removeChild.call(this, child) as typeof child;
  };
}
