and = et
