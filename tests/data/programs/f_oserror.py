import mindspore as ms
from concurrent.futures import ProcessPoolExecutor
def load(name):
    return ms.load_checkpoint(name)
if __name__ == "__main__":
    with ProcessPoolExecutor(1) as pool:
        print(pool.submit(load, "missing/lenet.ckpt").result())
