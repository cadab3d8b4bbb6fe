// The native dialogs over a tab's page, and the person's answers to them.

/** Answers the one that is open: its first button, or the one that cancels. `text` is what is typed. */
async function answerDialog(tabId, accept, text) {
  await until('a native dialog to be open', () => dialogsOf(tabId).length > 0);
  const [dialog] = dialogsOf(tabId);
  const field = dialog.ownerDocument.getElementById('loginTextbox');
  if (typeof text === 'string') field.value = text;
  if (accept) dialog.acceptDialog();
  else dialog.cancelDialog();
  await until('the dialog to be gone', () => !dialogsOf(tabId).includes(dialog));
}

function dialogsOf(tabId) {
  const tab = nativeTab(tabId);
  const box = windowOf(tab).gBrowser.getTabDialogBox(tab.linkedBrowser);
  const managers = [box.getContentDialogManager(), box.getTabDialogManager()];
  return managers
    .flatMap(manager => [...(manager._dialogs ?? [])])
    .map(({ _frame: frame }) => frame?.contentDocument)
    .filter(document => document?.readyState === 'complete')
    .map(document => document.getElementById('commonDialog'))
    .filter(dialog => typeof dialog?.acceptDialog === 'function');
}
