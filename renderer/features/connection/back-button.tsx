import { Button } from '@mantine/core';

export function BackButton() {
  return (
    <Button variant="subtle" color="gray" size="xs" onClick={() => history.back()}>
      Back
    </Button>
  );
}
